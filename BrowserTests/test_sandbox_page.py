"""The practice provider's checkout page: by keyboard and by touch, in three languages, light and dark,
without a script."""

import re

import pytest
import requests
import sandbox
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

LOOKS = [("ko-KR", "light"), ("ko-KR", "dark"), ("en-US", "light"), ("ja-JP", "dark")]


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    running = sandbox.Sandbox(tmp_path_factory.mktemp("sandbox")).start()
    yield running
    running.stop()


@pytest.fixture
def merchant():
    taking = sandbox.Merchant()
    yield taking
    taking.close()


def open_checkout(shop, order, **more):
    """The address of an open checkout."""
    fields = {"merchant_uid": order, "amount": "30000", "name": "김서윤 안과 진료비", "lang": ""} | more
    return requests.post(shop.url + "/checkout", data=fields, timeout=10, allow_redirects=False).headers["Location"]


def audit(page, name):
    page.screenshot(path=f"build/screenshots/sandbox-{name}.png", full_page=True)
    results = Axe().run(page)
    assert results.violations_count == 0, f"{name}\n{results.generate_report()}"
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, f"{name} is too wide"


@pytest.mark.parametrize("locale, scheme", LOOKS)
def test_every_face_of_the_page(shop, browser_of, watch, locale, scheme):
    order, name = f"look-{locale}-{scheme}", f"phone-{locale[:2]}-{scheme}"
    page = watch.page(browser_of("phone", locale=locale, color_scheme=scheme).new_page())
    place = shop.url + open_checkout(shop, order).split("?")[0]
    page.goto(place)
    audit(page, f"{name}-checkout")
    page.locator("summary").click()
    audit(page, f"{name}-troubles")
    page.get_by_role("radio").nth(1).check()
    page.locator("button.main").click()
    expect(page.get_by_role("status")).to_be_visible()
    audit(page, f"{name}-account")
    page.locator("form button").click()
    expect(page.locator("a[href*=receipts]")).to_be_visible()
    audit(page, f"{name}-paid")
    page.locator("a[href*=receipts]").click()
    audit(page, f"{name}-receipt")
    page.goto(shop.url + "/")
    audit(page, f"{name}-list")
    page.goto(shop.url + "/checkout/none")
    audit(page, f"{name}-mistake")


def test_keyboard_pays_and_leads_back(shop, merchant, browser_of, watch):
    page = watch.page(browser_of("desktop").new_page())
    back = merchant.url.replace("/hook", "/back")
    page.goto(shop.url + open_checkout(shop, "keyboard", m_redirect_url=back, notice_url=merchant.url))
    page.get_by_role("radio").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/back.*imp_success=true"))
    assert shop.status("keyboard") == "paid"
    assert sandbox.bodies(merchant.wait(1))[0]["merchant_uid"] == "keyboard"
    # Back shows what became of it and takes nothing a second time.
    page.go_back()
    page.reload()
    expect(page.get_by_role("heading", name="결제했습니다")).to_be_visible()
    assert len(shop.control("/payments/keyboard").json()["refunds"]) == 0


def test_language_is_chosen_on_the_page(shop, browser_of, watch):
    page = watch.page(browser_of("phone").new_page())
    page.goto(shop.url + open_checkout(shop, "words"))
    page.get_by_role("link", name="English").click()
    expect(page.get_by_role("button", name="Pay ₩30,000")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
