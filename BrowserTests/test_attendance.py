"""The attendance page as an older client opens it: the app hears of the tap, hands in its token and learns the days."""

from playwright.sync_api import expect

BRIDGE = """
window.heard = [];
const handler = name => ({ postMessage: value => window.heard.push([name, value]) });
window.webkit = { messageHandlers: {
  click_attendance_button: handler("click_attendance_button"), complete_attendance: handler("complete_attendance"),
} };
"""


def test_the_app_and_the_page_talk_over_their_bridge(browser_of, watch, server, patient):
    page = watch.page(browser_of("phone").new_page())
    page.add_init_script(BRIDGE)
    page.goto(server.url + "/event-application?app=eyemon")
    page.get_by_role("button", name="출석하기").click()
    assert page.evaluate("window.heard") == [["click_attendance_button", ""]]
    page.evaluate("token => requestAttendance(token)", patient.access_token)
    expect(page.get_by_role("status")).to_have_text("지금까지 1일 출석했어요.")
    assert page.evaluate("window.heard.at(-1)") == ["complete_attendance", 1]
    page.evaluate("token => requestAttendance(token)", patient.access_token)
    expect(page.get_by_role("status")).to_have_text("오늘은 이미 출석했어요. 지금까지 1일이에요.")
    page.screenshot(path="build/screenshots/phone-attendance.png")
