"""The scripts that carry bytes, alone: uploads that are cut, refused, renewed and resumed; pictures that are loaded
once, nearest first, and leave every cache."""

import re

import pytest
from fileserver import png
from watching import until

SETUP = """async ([token, account]) => {
  const load = name => import(`/assets/${name}.js`);
  const [access, files, uploads, kept, pictures] =
    await Promise.all(["access", "files", "uploads", "kept", "pictures"].map(load));
  files.useFilesOf("eyemon");
  files.openFiles(account);
  kept.keepPicturesOf("eyemon");
  kept.openKept(account);
  access.onRefusal(refused => { refusals.push(refused); });
  access.setAccess("eyemon", token);
  Object.assign(window, { access, files, uploads, kept, pictures, refusals: [], news: [] });
  window.bytes = count => {
    const data = new Uint8Array(count);
    for (let index = 0; index < count; index++) data[index] = index * 31 + (index >> 8);
    return data;
  };
  window.take = (count, name, type) => files.takeFile(new File([bytes(count)], name, { type }));
  window.send = id => new Promise(resolve => uploads.upload(
    id, "/v1/chats/r1", (sent, total) => news.push([sent, total]), (status, body) => resolve([status, body])));
}"""
MEGABYTE = 1024 * 1024


@pytest.fixture
def page(browser_of, fileserver):
    page = browser_of("phone").new_page()
    page.goto(fileserver.url)
    page.evaluate(SETUP, ["t1", "p1"])
    return page


def expected(count):
    return bytes((index * 31 + (index >> 8)) & 255 for index in range(count))


def test_a_small_file_goes_as_one_form_under_its_own_name(page, fileserver):
    status, body = page.evaluate("async () => send(take(3000, '눈 사진.png', 'image/png').id)")
    assert status == 200 and '"/data/chats/a.png"' in body
    assert fileserver.forms == [("눈 사진.png", expected(3000))]
    assert page.evaluate("() => news.at(-1)") == [3000, 3000]


def test_a_large_file_goes_in_pieces_and_says_how_far(page, fileserver):
    count = 7 * MEGABYTE + 5
    status, body = page.evaluate(f"async () => send(take({count}, '검사.mp4', 'video/mp4').id)")
    assert status == 200 and "/data/chats/b.mp4" in body
    assert fileserver.uploads["1"]["data"] == expected(count)
    assert fileserver.uploads["1"]["name"] == "검사.mp4"
    assert fileserver.count("PATCH", "uploads/1") == 4
    news = page.evaluate("() => news")
    assert news == sorted(news) and news[-1] == [count, count]


def test_a_cut_upload_goes_on_where_it_stopped(page, fileserver):
    count = 6 * MEGABYTE
    fileserver.cut_after = [700_000, 100]
    status, _ = page.evaluate(f"async () => send(take({count}, 'a.mp4', 'video/mp4').id)")
    assert status == 200
    assert fileserver.uploads["1"]["data"] == expected(count)
    assert fileserver.count("HEAD", "uploads/1") == 2
    assert fileserver.count("POST", "uploads") == 1


def test_a_token_that_ends_in_the_middle_is_renewed(page, fileserver):
    page.evaluate("() => access.onRefusal(refused => { refusals.push(refused); access.setAccess('eyemon', 't2'); })")
    fileserver.token = "t2"
    status, _ = page.evaluate(f"async () => send(take({6 * MEGABYTE}, 'a.mp4', 'video/mp4').id)")
    assert status == 200
    assert page.evaluate("() => refusals") == ["t1"]
    assert fileserver.uploads["1"]["data"] == expected(6 * MEGABYTE)


HUNDRED_CALLS = """async () => {
  access.onRefusal(refused => { refusals.push(refused); access.setAccess('eyemon', 't2'); });
  const calls = [...Array(100).keys()].map(number => access.fetchAuthorised(`/v1/call/${number}`));
  return (await Promise.all(calls)).map(answer => answer.status);
}"""


@pytest.mark.parametrize("token, status", [("t2", 404), ("t3", 419)])
def test_of_a_hundred_calls_with_an_old_token_none_is_sent_a_third_time(page, fileserver, token, status):
    fileserver.token = token
    assert page.evaluate(HUNDRED_CALLS) == [status] * 100
    assert page.evaluate("() => refusals") == ["t1"], "one renewal"
    for number in range(100):
        assert fileserver.count("GET", f"/v1/call/{number}$") == 2


def test_a_refused_file_is_told_with_its_code(page, fileserver):
    fileserver.form_answers = [400]
    status, body = page.evaluate("async () => send(take(10, 'a.exe', '').id)")
    assert status == 400 and "file_type" in body


def test_a_server_in_trouble_refuses_nothing(page, fileserver):
    fileserver.form_answers = [503]
    assert page.evaluate("async () => (await send(take(10, 'a.png', 'image/png').id))[0]") == 503


def test_a_server_that_asks_for_a_pause_gets_it(page, fileserver):
    fileserver.form_answers, fileserver.retry_after = [503], "1"
    script = """async () => {
      const began = performance.now();
      const [status] = await send(take(10, "a.png", "image/png").id);
      return [status, performance.now() - began];
    }"""
    status, waited = page.evaluate(script)
    assert status == 503 and waited >= 1000


def test_without_a_server_an_upload_waits(page, fileserver):
    page.route("**/v1/**", lambda route: route.abort())
    assert page.evaluate("async () => send(take(10, 'a.png', 'image/png').id)") == [0, ""]


def test_a_cancelled_upload_says_nothing_more(page, fileserver):
    script = f"""async () => {{
      const {{ id }} = take({6 * MEGABYTE}, "a.mp4", "video/mp4");
      const ended = send(id);
      uploads.cancelUpload(id);
      return Promise.race([ended, new Promise(resolve => setTimeout(resolve, 400, "nothing"))]);
    }}"""
    assert page.evaluate(script) == "nothing"


def test_a_dropped_file_ends_its_upload_on_the_server(page, fileserver):
    script = f"""async () => {{
      const {{ id, isKept }} = take({20 * MEGABYTE}, "a.mp4", "video/mp4");
      await isKept;
      send(id);
      while (news.length === 0) await new Promise(resolve => setTimeout(resolve, 20));
      uploads.cancelUpload(id);
      await files.dropFiles([id]);
      return await files.fileOf(id) === undefined;
    }}"""
    assert page.evaluate(script)
    for _ in range(100):
        if not fileserver.uploads:
            break
        page.wait_for_timeout(50)
    assert not fileserver.uploads
    assert fileserver.count("DELETE", "uploads/1") == 1


def test_bytes_and_place_survive_a_reload(page, fileserver):
    count = 6 * MEGABYTE
    script = f"""async () => {{
      const {{ id, isKept }} = take({count}, "a.mp4", "video/mp4");
      await isKept;
      send(id);
      while (news.length === 0) await new Promise(resolve => setTimeout(resolve, 20));
      return id;
    }}"""
    id = page.evaluate(script)
    page.reload()
    page.evaluate(SETUP, ["t1", "p1"])
    assert page.evaluate("async id => (await send(id))[0]", id) == 200
    assert fileserver.uploads["1"]["data"] == expected(count)
    assert list(fileserver.uploads) == ["1"]


def test_an_upload_that_the_server_forgot_starts_again(page, fileserver):
    script = f"""async () => {{
      const {{ id, isKept }} = take({6 * MEGABYTE}, "a.mp4", "video/mp4");
      await isKept;
      await files.notePlace(id, "/v1/uploads/9");
      return (await send(id))[0];
    }}"""
    assert page.evaluate(script) == 200
    assert fileserver.uploads["1"]["data"] == expected(6 * MEGABYTE)


def test_another_account_does_not_get_the_bytes(page, fileserver):
    id = page.evaluate("async () => { const f = take(9, 'a.png', 'image/png'); await f.isKept; return f.id; }")
    page.evaluate("() => files.openFiles('p2')")
    assert page.evaluate("async id => send(id)", id) == [-1, ""]
    page.evaluate("() => { files.openFiles('p1'); files.eraseFiles('p1'); }")
    assert page.evaluate("async id => send(id)", id) == [-1, ""]


def test_a_full_store_says_so_and_the_file_still_goes(page, fileserver):
    full = "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); }"
    page.evaluate(f"() => {{ {full}; }}")
    script = """async () => {
      const { id, isKept } = take(9, "a.png", "image/png");
      return [await isKept, (await send(id))[0]];
    }"""
    assert page.evaluate(script) == [False, 200]


def test_only_what_is_old_and_wanted_by_nobody_is_pruned(page, fileserver):
    script = """async () => {
      const ids = [];
      for (const name of ["old", "wanted", "fresh"]) {
        const { id, isKept } = take(9, name, "image/png");
        await isKept;
        ids.push(id);
      }
      const open = indexedDB.open("maru-files/eyemon/p1", 1);
      const store = await new Promise(resolve => { open.onsuccess = () => resolve(open.result); });
      const change = store.transaction("files", "readwrite").objectStore("files");
      for (const id of ids.slice(0, 2)) {
        change.get(id).onsuccess = ({ target }) => change.put({ ...target.result, at: 5 }, id);
      }
      await new Promise(resolve => { change.transaction.oncomplete = resolve; });
      files.openFiles("p1");
      await files.pruneFiles([ids[1]]);
      return Promise.all(ids.map(async id => (await files.fileOf(id))?.name ?? null));
    }"""
    assert page.evaluate(script) == [None, "wanted", "fresh"]


# Pictures

SHOW = """(keys) => {
  document.body.replaceChildren(...keys.map(key => {
    const image = document.createElement("img");
    image.dataset.key = key;
    image.style.cssText = "display: block; width: 100px; height: 400px";
    return image;
  }));
  for (const image of document.images) pictures.showPicture(image, image.dataset.key);
}"""


def shown(page, index):
    page.wait_for_function(f"() => document.images[{index}].dataset.shown !== 'loading'")
    return page.evaluate(f"() => document.images[{index}].dataset.shown")


def test_a_picture_is_fetched_once_in_the_size_that_is_shown(page, fileserver):
    fileserver.pictures["/v1/data/chats/a.png"] = lambda width: png(16, 16)
    page.evaluate(SHOW, ["/data/chats/a.png", "/data/chats/a.png"])
    assert (shown(page, 0), shown(page, 1)) == ("yes", "yes")
    assert [call for call in fileserver.calls if call[0] == "GET"] == [("GET", "/v1/data/chats/a.png?width=320")]
    assert page.evaluate("() => document.images[0].src.startsWith('blob:')")
    page.reload()
    page.evaluate(SETUP, ["t1", "p1"])
    page.evaluate(SHOW, ["/data/chats/a.png"])
    assert shown(page, 0) == "yes"
    assert fileserver.count("GET", "a.png") == 1


def asked(fileserver):
    """The numbers of the pictures that were asked for."""
    return [int(re.search(r"(\d+)\.png", call[1])[1]) for call in fileserver.calls if call[0] == "GET"]


def asked_for(page, fileserver, count):
    for _ in range(200):
        if len(asked(fileserver)) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"asked for {asked(fileserver)} only")


def test_what_is_far_away_waits_and_the_nearest_comes_first(page, fileserver):
    keys = [f"/data/chats/{number}.png" for number in range(30)]
    for key in keys:
        fileserver.pictures["/v1" + key] = lambda width: png(8, 8)
    fileserver.hold.clear()
    page.evaluate(SHOW, keys)
    # Four at once; in which order these reach the server is the network's affair.
    asked_for(page, fileserver, 4)
    page.wait_for_timeout(300)
    assert sorted(asked(fileserver)) == [0, 1, 2, 3]
    fileserver.hold.set()
    for index in range(5):
        assert shown(page, index) == "yes"
    page.wait_for_timeout(300)
    assert max(asked(fileserver)) < 6
    page.evaluate("() => scrollTo(0, 400 * 25)")
    assert shown(page, 26) == "yes"
    assert fileserver.count("GET", "/15.png") == 0
    assert page.evaluate("() => document.images[0].hasAttribute('src')") is False


def test_what_scrolled_away_is_called_off(page, fileserver):
    keys = [f"/data/chats/{number}.png" for number in range(30)]
    for key in keys:
        fileserver.pictures["/v1" + key] = lambda width: png(8, 8)
    fileserver.hold.clear()
    page.evaluate(SHOW, keys)
    asked_for(page, fileserver, 4)
    with page.expect_event("requestfailed"):
        page.evaluate("() => scrollTo(0, 400 * 25)")
    fileserver.hold.set()
    assert shown(page, 26) == "yes"


def test_a_failed_picture_can_be_tried_again_and_a_lost_one_is_gone(page, fileserver):
    fileserver.pictures["/v1/data/chats/a.png"] = lambda width: png(8, 8)
    page.route("**/a.png*", lambda route: route.abort())
    page.evaluate(SHOW, ["/data/chats/a.png", "/data/chats/none.png"])
    assert (shown(page, 0), shown(page, 1)) == ("failed", "gone")
    assert page.evaluate("() => pictures.retryPicture(document.images[1])") is False
    page.unroute("**/a.png*")
    assert page.evaluate("() => pictures.retryPicture(document.images[0])") is True
    assert shown(page, 0) == "yes"


def test_what_is_no_picture_is_not_shown_as_one(page, fileserver):
    fileserver.pictures["/v1/data/chats/a.png"] = lambda width: b""
    page.route("**/a.png*", lambda route: route.fulfill(body="<svg onload=alert(1)>", content_type="text/html"))
    page.evaluate(SHOW, ["/data/chats/a.png"])
    assert shown(page, 0) == "failed"


def test_an_erased_picture_leaves_page_memory_and_disk(page, fileserver):
    for name in "ab":
        fileserver.pictures[f"/v1/data/chats/{name}.png"] = lambda width: png(8, 8)
    page.evaluate(SHOW, ["/data/chats/a.png", "/data/chats/b.png"])
    assert (shown(page, 0), shown(page, 1)) == ("yes", "yes")
    kept = "async () => (await (await caches.open('maru-eyemon-files-p1')).keys()).map(({ url }) => url)"
    until(page, f"async () => (await ({kept})()).length === 2")
    old = page.evaluate("() => document.images[0].src")
    page.evaluate("() => pictures.erasePictures(['/data/chats/a.png'])")
    assert shown(page, 0) == "gone"
    assert page.evaluate("() => document.images[0].hasAttribute('src')") is False
    assert page.evaluate("url => fetch(url).then(() => 'there', () => 'gone')", old) == "gone"
    until(page, f"async () => (await ({kept})()).length === 1")
    page.evaluate(SHOW, ["/data/chats/a.png"])
    assert shown(page, 0) == "gone"
    assert fileserver.count("GET", "a.png") == 1


def test_signing_out_leaves_nothing(page, fileserver):
    fileserver.pictures["/v1/data/chats/a.png"] = lambda width: png(8, 8)
    page.evaluate(SHOW, ["/data/chats/a.png"])
    assert shown(page, 0) == "yes"
    until(page, "async () => (await caches.keys()).length === 1")
    page.evaluate("() => { access.setAccess('eyemon', null); pictures.closePictures(); kept.openKept(''); }")
    page.evaluate("() => kept.eraseKept('p1')")
    until(page, "async () => (await caches.keys()).length === 0")
    assert page.evaluate("() => document.images[0].hasAttribute('src')") is False


def test_the_disk_keeps_no_more_than_its_share(page, fileserver):
    script = """async () => {
      const blob = new Blob([bytes(30 * 1024 * 1024)], { type: "image/png" });
      for (const name of ["a", "b", "c", "d"]) await kept.keepPicture(`/v1/data/chats/${name}.png?width=320`, blob);
      return (await (await caches.open("maru-eyemon-files-p1")).keys()).map(({ url }) => url.match(/(.)\\.png/)[1]);
    }"""
    assert page.evaluate(script) == ["b", "c", "d"]
