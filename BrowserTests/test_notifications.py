"""Notifications in the browser: the inbox, the switch that the browser refuses, pushes delivered by DevTools."""

import json
import re

from playwright.sync_api import expect


def test_a_browser_that_refuses_says_so_and_the_levels_can_be_chosen(eyemon, patient):
    # Whatever is not granted here is refused.
    eyemon.page.context.grant_permissions(["geolocation"], origin=eyemon.server.url)
    eyemon.sign_in(patient).open("/me")
    eyemon.link("알림 설정").click()
    eyemon.says("막혀 있음")
    level = eyemon.button(re.compile("새 소식이 있다는 것만"))
    expect(level).to_have_attribute("aria-pressed", "true")
    eyemon.button(re.compile("보낸 사람만")).click()
    eyemon.page.reload()
    expect(eyemon.button(re.compile("보낸 사람만"))).to_have_attribute("aria-pressed", "true")
    eyemon.shot("phone-push-refused")


def test_a_message_to_somebody_away_is_in_the_inbox(eyemon, patient, doctor, room):
    doctor.send(room, "결과가 나왔어요")
    eyemon.sign_in(patient)
    tab = eyemon.link(re.compile("내 정보"))
    expect(tab).to_have_accessible_name("내 정보, 읽지 않음 1개")
    tab.click()
    eyemon.link(re.compile("알림함")).click()
    notice = eyemon.page.get_by_role("listitem").filter(has_text="새 알림").first
    expect(notice).to_be_visible()
    eyemon.shot("phone-notices")
    notice.get_by_role("button").click()
    eyemon.expect_path(f"/chats/{room}")
    eyemon.expect_message("결과가 나왔어요")
    doctor.send(room, "보시는 동안 하나 더")
    eyemon.expect_message("보시는 동안 하나 더")
    eyemon.button("뒤로").click()
    expect(tab).to_have_accessible_name("내 정보")
    eyemon.open("/me/notices")
    expect(eyemon.page.get_by_role("listitem").first).to_be_visible()
    eyemon.says_not("새 알림")


def test_a_push_shows_and_names_its_place(eyemon, server):
    eyemon.page.context.grant_permissions(["notifications"], origin=server.url)
    devtools = eyemon.page.context.new_cdp_session(eyemon.page)
    registrations = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    eyemon.open("/")
    eyemon.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    eyemon.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    found = next(each for each in registrations if each["scopeURL"].endswith("/eyemon/"))
    push = {"title": "김의사", "body": "새 메시지가 있어요", "topic": "r1", "target": "/chats/r1"}
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": server.url, "registrationId": found["registrationId"], "data": json.dumps(push)})
    eyemon.page.wait_for_function(
        """async () => {
          const registration = await navigator.serviceWorker.ready;
          const [shown] = await registration.getNotifications();
          return shown?.title === '김의사' && shown.body === '새 메시지가 있어요' && shown.data.target === '/chats/r1';
        }""")
