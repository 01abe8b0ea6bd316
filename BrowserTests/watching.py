"""Fails a test for what a person would not see: script errors, refusals of the content policy, console errors."""

import re

# The browser itself reports each failed request on the console. A refused token or a stopped server are part of the
# journeys; what the page makes of it is tested there.
NETWORK = re.compile(r"^Failed to load resource: |^WebSocket connection to .* failed|net::ERR_")


def until(page, script, argument=None):
    """Until a script that has to wait for an answer says yes. (`wait_for_function` takes the promise for a yes.)"""
    for _ in range(600):
        if page.evaluate(script, argument):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {script}")


class Watch:
    def __init__(self):
        self.faults = []

    def page(self, page):
        page.on("pageerror", lambda error: self.faults.append(f"script error: {error}"))
        page.on("console", self.console)
        page.on("crash", lambda _: self.faults.append("the page crashed"))
        page.add_init_script(
            "addEventListener('securitypolicyviolation',"
            " (e) => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`))"
        )
        return page

    def console(self, message):
        if message.type == "error" and not NETWORK.search(message.text):
            self.faults.append(f"console: {message.text}")

    def check(self):
        assert not self.faults, "\n".join(self.faults)
