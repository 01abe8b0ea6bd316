#!/usr/bin/env python3
"""Draws the PNG icons of Web/static from their SVGs with Chromium. The PNGs are kept in the repository; run this after
a change of a drawing (needs Playwright from PyPI and Debian's chromium)."""

import pathlib

from playwright.sync_api import sync_playwright

STATIC = pathlib.Path("Web/static")


def draw(browser, svg, size, target, full_bleed=False):
    # A maskable icon fills its square and keeps the drawing within the middle circle of 80 %.
    if full_bleed:
        svg = svg.replace('rx="116"', 'rx="0"')
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}")
    page.screenshot(path=target, omit_background=True)
    page.close()


def draw_banner(browser):
    page = browser.new_page(viewport={"width": 1200, "height": 420})
    svg = (STATIC / "attendance.svg").read_text(encoding="utf-8")
    page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:1200px}}</style>{svg}")
    page.screenshot(path=STATIC / "attendance.png")
    page.close()


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for app in ("eyemon", "eyemon-doctor"):
            svg = (STATIC / f"{app}.svg").read_text(encoding="utf-8")
            for size in (192, 512):
                draw(browser, svg, size, STATIC / f"{app}-{size}.png")
            draw(browser, svg, 512, STATIC / f"{app}-maskable.png", full_bleed=True)
        draw_banner(browser)
        browser.close()


main()
