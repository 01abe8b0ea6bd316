"""The script that keeps records, alone, on a disk that refuses: nothing overtakes what was refused, nobody is told that
something is kept which is not, and no second tab sends because of it."""

import pytest
from watching import until

# Once `isFull`, writes are refused as of a full disk. `delay`: milliseconds that each commit takes longer.
SETUP = """async () => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...parts) {
    if (window.isFull) {
      const request = put.apply(this, parts);
      this.transaction.abort();
      return request;
    }
    const request = put.apply(this, parts);
    const until = performance.now() + (window.delay || 0);
    const wait = () => { if (performance.now() < until) this.count().onsuccess = wait; };
    wait();
    return request;
  };
  const records = await import("/assets/records.js");
  Object.assign(window, { records, told: [], changes: [] });
  records.useRecordsOf("eyemon", isWriter => changes.push(Boolean(isWriter)));
  records.openStore("p1");
  window.keep = (...texts) => {
    records.writeRecords(texts).then(() => told.push(`${texts[0]} kept`), () => told.push(`${texts[0]} not kept`));
  };
}"""


@pytest.fixture
def pages(browser_of, fileserver):
    context = browser_of("phone")

    def open_page():
        page = context.new_page()
        page.goto(fileserver.url)
        page.evaluate(SETUP)
        until(page, "() => changes.length > 0")
        return page

    return open_page


def told(page, count):
    until(page, "count => told.length >= count", count)
    return page.evaluate("() => told")


def test_a_refused_write_stays_before_those_that_come_later(pages):
    page = pages()
    page.evaluate("() => { isFull = true; keep('m/1', '=deleted', 'k/r', '=2'); }")
    assert told(page, 1) == ["m/1 not kept"]
    page.evaluate("() => { keep('o/r/1', '=하나'); }")
    assert told(page, 2)[1] == "o/r/1 not kept"
    # What is not on the disk is there for whoever reads it here, and nobody else.
    assert page.evaluate("() => records.readRecords('o/')") == ["o/r/1", "하나"]
    assert pages().evaluate("() => records.readRecords('')") == []
    page.evaluate("() => { isFull = false; }")
    other = pages()
    wanted = ["k/r", "2", "m/1", "deleted", "o/r/1", "하나"]
    until(other, "async wanted => String(await records.readRecords('')) === String(wanted)", wanted)
    page.evaluate("() => { keep('o/r/1', ''); }")
    assert told(page, 3)[2] == "o/r/1 kept"


def test_a_tab_whose_write_is_refused_does_not_become_the_one_that_sends(pages):
    first, second = pages(), pages()
    second.evaluate("() => { isFull = true; keep('o/r/1', '=하나'); }")
    assert told(second, 1) == ["o/r/1 not kept"]
    assert first.evaluate("() => changes.at(-1)") is True
    assert second.evaluate("() => changes.includes(true)") is False


def test_a_tab_without_any_store_sends_for_itself(pages):
    pages()
    second = pages()
    second.evaluate(
        "() => { indexedDB.open = () => { throw new Error('private'); }; IDBFactory.prototype.open = indexedDB.open; }"
    )
    second.evaluate("() => { records.openStore('p2'); records.openStore('p1'); }")
    assert second.evaluate("() => records.readRecords('o/').then(() => 'read', () => 'nothing')") == "nothing"
    until(second, "() => changes.at(-1)")


def test_what_changes_something_waits_until_it_is_written_down(pages):
    page = pages()
    order = page.evaluate("""async () => {
      delay = 300;
      const order = [];
      records.writeRecords(['o/r/1', '=하나']).then(() => order.push('written'));
      await records.written();
      order.push('may leave');
      return order;
    }""")
    assert order == ["written", "may leave"]
