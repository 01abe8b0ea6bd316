"""Files from one person to another: chosen, pasted, dropped; cut, refused and tried again; looked at closely; gone."""

import base64
import re

import pytest
import requests
from apps import EyeMon, EyeMonDoctor
from axe_playwright_python.sync_playwright import Axe
from fileserver import noise, pdf, png
from playwright.sync_api import expect
from watching import until

SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) shifts += entry.value; })
    .observe({ type: "layout-shift" });
}"""
PUT = """(target, [kind, name, type, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))], name, { type }));
  const event = kind === "paste" ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
    : new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
}"""


def file(name, content, kind="image/png"):
    return {"name": name, "mimeType": kind, "buffer": content}


def attach(app, *files, way="앨범"):
    app.button("파일 첨부").click()
    app.page.get_by_label(way, exact=True).set_input_files(list(files))


def strip(app):
    return app.page.get_by_role("list", name="첨부 파일").get_by_role("listitem")


def pictures(app):
    return app.page.get_by_role("log").locator(".pic img[data-shown=yes]")


def put(target, kind, name, content, media="image/png"):
    target.evaluate(PUT, [kind, name, media, base64.b64encode(content).decode()])


@pytest.fixture
def both(eyemon, eyemon_doctor, patient, doctor, room):
    """Patient and doctor with their room before them."""
    eyemon.sign_in(patient).open_room(room)
    eyemon_doctor.sign_in(doctor).open_room(room)
    return eyemon, eyemon_doctor


def test_a_photo_goes_from_the_album_to_the_doctor(both, doctor, room):
    eyemon, console = both
    attach(eyemon, file("눈.png", png(800, 600)), file("안경.png", png(600, 800, (200, 120, 60))))
    expect(strip(eyemon)).to_have_count(2)
    expect(strip(eyemon).locator("img[data-shown=yes]")).to_have_count(2)
    eyemon.shot("phone-files-chosen")
    eyemon.button("안경.png 빼기").click()
    expect(strip(eyemon)).to_have_count(1)
    eyemon.send("왼쪽 눈이에요")
    expect(pictures(eyemon)).to_have_count(1)
    expect(eyemon.pending()).to_have_count(0)
    expect(pictures(console)).to_have_count(1)
    console.expect_message("왼쪽 눈이에요")
    attachment = doctor.messages(room)[-1]["attachments"][0]
    assert (attachment["kind"], attachment["width"], attachment["height"]) == ("image", 800, 600)
    assert attachment["name"] == "눈.png"


def test_pictures_are_pasted_and_dropped(both):
    eyemon, console = both
    put(console.composer(), "paste", "image.png", png(300, 300))
    expect(strip(console)).to_have_count(1)
    log = console.page.get_by_role("log")
    put(log, "dragover", "x.png", png(9, 9))
    expect(console.page.get_by_text("여기에 놓으면 첨부돼요")).to_be_visible()
    console.shot("tablet-files-dropping")
    put(log, "drop", "끌어온 사진.png", png(300, 200))
    expect(console.page.get_by_text("여기에 놓으면 첨부돼요")).to_be_hidden()
    expect(strip(console)).to_have_count(2)
    console.composer().press("Enter")
    expect(pictures(console)).to_have_count(2)
    expect(pictures(eyemon)).to_have_count(2)
    eyemon.shot("phone-files-album")


def test_what_cannot_be_sent_is_refused_with_words(both):
    eyemon, _ = both
    attach(eyemon, file("a.exe", b"MZ", "application/x-msdownload"), way="파일")
    eyemon.says("보낼 수 없는 형식이에요.")
    attach(eyemon, *[file(f"{number}.png", png(9, 9)) for number in range(6)])
    eyemon.says("한 번에 5개까지 보낼 수 있어요.")
    expect(strip(eyemon)).to_have_count(5)
    eyemon.composer().press("Enter")
    expect(pictures(eyemon)).to_have_count(5)
    attach(eyemon, file("빈 사진.png", b""))
    eyemon.says("비어 있거나 손상된 파일이에요.")


def test_a_large_file_goes_on_after_a_cut(both, doctor, room):
    eyemon, console = both
    cuts = []

    def cut(route):
        if route.request.method == "PATCH" and len(cuts) < 2:
            cuts.append(route.request.url)
            return route.abort()
        return route.fallback()

    eyemon.page.route("**/v1/uploads/*", cut)
    attach(eyemon, file("큰 사진.png", noise(1500, 1500)))
    eyemon.composer().press("Enter")
    expect(eyemon.page.get_by_role("log").locator(".pic")).to_have_count(1)
    expect(eyemon.pending()).to_have_count(0, timeout=30_000)
    expect(pictures(console)).to_have_count(1)
    assert len(cuts) == 2
    assert doctor.messages(room)[-1]["attachments"][0]["width"] == 1500


def test_a_failed_upload_and_a_failed_message_are_two_things(both):
    eyemon, _ = both
    answer = {"status": 400, "json": {"message": "", "code": "file_unreadable"}}
    eyemon.page.route("**/files", lambda route: route.fulfill(**answer))
    attach(eyemon, file("눈.png", png(300, 300)))
    eyemon.composer().press("Enter")
    eyemon.says("올리지 못했어요 · 비어 있거나 손상된 파일이에요.")
    eyemon.shot("phone-files-upload-failed")
    eyemon.page.unroute("**/files")
    refuse = {"status": 445, "json": {"message": "", "code": "consult_closed"}}
    rooms = re.compile(r"/v1/chats/[0-9a-f]+$")
    eyemon.page.route(rooms, lambda route: route.fulfill(**refuse))
    eyemon.button("다시 올리기").click()
    eyemon.says("지금은 상담 시간이 아니에요. 다시 예약해 주세요.")
    eyemon.page.unroute(rooms)
    eyemon.button("다시 보내기").click()
    expect(eyemon.page.locator(".msg.failed")).to_have_count(0)
    expect(eyemon.pending()).to_have_count(0)
    expect(pictures(eyemon)).to_have_count(1)


def test_a_reload_in_the_middle_loses_nothing(both):
    eyemon, console = both
    eyemon.page.route("**/files", lambda route: route.abort())
    attach(eyemon, file("눈.png", png(640, 480)))
    eyemon.send("보이시나요")
    eyemon.says("연결되면 올릴게요")
    eyemon.page.unroute("**/files")
    eyemon.page.reload()
    expect(eyemon.bubble("보이시나요")).to_have_count(1)
    expect(eyemon.pending()).to_have_count(0, timeout=20_000)
    expect(pictures(console)).to_have_count(1)


def test_pictures_are_looked_at_closely(both):
    eyemon, console = both
    for number in range(3):
        attach(eyemon, file(f"눈 {number}.png", png(900, 600, (60 * number, 120, 120))))
        eyemon.composer().press("Enter")
        expect(pictures(console)).to_have_count(number + 1)
    console.button("사진, 눈 1.png").click()
    viewer = console.page.get_by_role("dialog")
    expect(viewer).to_have_accessible_name("사진 보기, 2 / 3, 눈 1.png")
    image = viewer.locator("img[data-shown=yes]")
    expect(image).to_be_visible()
    console.shot("tablet-viewer")
    console.page.keyboard.press("+")
    expect(viewer.locator(".stage")).to_have_attribute("data-enlarged", "yes")
    console.page.keyboard.press("0")
    expect(viewer.locator(".stage")).to_have_attribute("data-enlarged", "no")
    console.page.keyboard.press("ArrowRight")
    expect(viewer).to_have_accessible_name(re.compile("3 / 3"))
    console.page.keyboard.press("Escape")
    expect(viewer).to_have_count(0)
    expect(console.button("사진, 눈 1.png")).to_be_focused()
    path = console.page.url
    console.button("사진, 눈 0.png").click()
    expect(viewer).to_be_visible()
    console.page.go_back()
    expect(viewer).to_have_count(0)
    assert console.page.url == path
    with console.page.expect_download() as saved:
        console.button("사진, 눈 2.png").click()
        viewer.get_by_role("button", name="저장").click()
    assert saved.value.suggested_filename == "눈 2.png"


def test_fingers_enlarge_and_turn_pages(both):
    eyemon, _ = both
    for number in range(2):
        attach(eyemon, file(f"눈 {number}.png", png(600, 900, (60 * number, 120, 120))))
        eyemon.composer().press("Enter")
        expect(pictures(eyemon)).to_have_count(number + 1)
    eyemon.button("사진, 눈 0.png").click()
    viewer = eyemon.page.get_by_role("dialog")
    stage = viewer.locator(".stage")
    expect(viewer.locator("img[data-shown=yes]")).to_be_visible()
    touch = eyemon.page.context.new_cdp_session(eyemon.page)

    def fingers(kind, *points):
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]},
        )

    fingers("touchStart", (180, 400), (210, 440))
    for step in range(1, 8):
        fingers("touchMove", (180 - 12 * step, 400 - 12 * step), (210 + 12 * step, 440 + 12 * step))
    fingers("touchEnd")
    expect(stage).to_have_attribute("data-enlarged", "yes")
    eyemon.shot("phone-viewer-enlarged")
    for _ in range(2):
        fingers("touchStart", (195, 420))
        fingers("touchEnd")
    expect(stage).to_have_attribute("data-enlarged", "no")
    fingers("touchStart", (300, 420))
    for x in (260, 200, 140):
        fingers("touchMove", (x, 420))
    fingers("touchEnd")
    expect(viewer).to_have_accessible_name(re.compile("2 / 2"))
    fingers("touchStart", (195, 300))
    for y in (360, 420, 480):
        fingers("touchMove", (195, y))
    fingers("touchEnd")
    expect(viewer).to_have_count(0)


@pytest.mark.whole_browser
def test_a_pdf_shows_its_first_page_and_opens(both):
    eyemon, console = both
    attach(eyemon, file("검사 결과.pdf", pdf(3), "application/pdf"), way="파일")
    eyemon.composer().press("Enter")
    expect(console.page.get_by_text("PDF · 3쪽")).to_be_visible()
    expect(console.page.locator(".doc img[data-shown=yes]")).to_have_count(1)
    console.shot("tablet-files-pdf")
    with console.page.context.expect_page() as opened:
        console.page.locator(".doc .pic").click()
    opened.value.wait_for_url(re.compile(r"/data/chats/.*token="))
    with console.page.expect_download() as saved:
        console.button("저장, 검사 결과.pdf").click()
    assert saved.value.suggested_filename == "검사 결과.pdf"


def test_a_deleted_picture_is_gone_on_the_other_device_and_from_its_caches(both, patient, doctor, room):
    eyemon, console = both
    attach(eyemon, file("눈.png", png(500, 500)))
    eyemon.composer().press("Enter")
    expect(pictures(console)).to_have_count(1)
    count = """async () => {
      let count = 0;
      for (const name of await caches.keys()) {
        if (name.includes("-files-")) count += (await (await caches.open(name)).keys()).length;
      }
      return count;
    }"""
    until(console.page, f"async () => (await ({count})()) > 0")
    console.button("사진, 눈.png").click()
    expect(console.page.get_by_role("dialog")).to_be_visible()
    message = doctor.messages(room)[-1]
    requests_delete(patient, f"/v1/chats/{room}/messages/{message['chat_id']}")
    expect(console.page.get_by_role("dialog")).to_have_count(0)
    expect(console.page.get_by_role("log").locator(".pic")).to_have_count(0)
    until(console.page, f"async () => (await ({count})()) === 0")


def requests_delete(person, path):
    assert requests.delete(person.base + path, headers=person.headers(), timeout=10).status_code == 200


def test_nothing_jumps_while_pictures_load(eyemon, server, patient, doctor, room):
    for number in range(6):
        name = f"{number}.png"
        content = png(400 + 90 * number, 700 - 80 * number)
        path = upload(doctor, room, name, content)
        doctor.post(f"/v1/chats/{room}", {"content": "", "files": [path]})
    eyemon.sign_in(patient)
    held = []
    eyemon.page.route("**/data/chats/**", lambda route: held.append(route))
    eyemon.open_room(room)
    places = eyemon.page.get_by_role("log").locator(".pic")
    expect(places).to_have_count(6)
    eyemon.page.wait_for_timeout(700)
    eyemon.page.evaluate(SHIFTS)
    before = [place.bounding_box() for place in places.all()]
    for route in held:
        route.fallback()
    eyemon.page.unroute("**/data/chats/**")
    expect(pictures(eyemon).last).to_be_visible()
    eyemon.page.wait_for_timeout(700)
    assert [place.bounding_box() for place in places.all()] == before
    assert eyemon.page.evaluate("() => shifts") < 0.001


def upload(person, room, name, content):
    answer = requests.post(
        f"{person.base}/v1/chats/{room}/files", headers=person.headers(), files={"files": (name, content)}, timeout=20
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["files"][0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_files_can_be_read_by_everybody(browser_of, watch, server, patient, doctor, room, scheme):
    paths = [upload(doctor, room, f"{number}.png", png(500, 400, (60 * number, 140, 120))) for number in range(3)]
    doctor.post(f"/v1/chats/{room}", {"content": "지난 사진이에요", "files": paths})
    doctor.post(f"/v1/chats/{room}", {"content": "", "files": [upload(doctor, room, "결과.pdf", pdf(2))]})
    patient.post(f"/v1/chats/{room}", {"content": "", "files": [upload(patient, room, "a.png", png(300, 500))]})
    for kind, size, person in ((EyeMon, "phone", patient), (EyeMonDoctor, "tablet", doctor)):
        app = kind(watch.page(browser_of(size, color_scheme=scheme).new_page()), server)
        app.sign_in(person).open_room(room)
        expect(pictures(app)).to_have_count(5)
        app.button("파일 첨부").click()
        app.page.wait_for_timeout(400)
        app.shot(f"{size}-files-{scheme}")
        results = Axe().run(app.page)
        assert results.violations_count == 0, results.generate_report()
        app.page.locator(".album .pic").first.click()
        expect(app.page.get_by_role("dialog").locator("img[data-shown=yes]")).to_be_visible()
        app.page.wait_for_timeout(300)
        app.shot(f"{size}-viewer-{scheme}")
        results = Axe().run(app.page)
        assert results.violations_count == 0, results.generate_report()
