/// Our scripts of the checkout: they hand a form to PortOne's script and lead back when that answers. Loaded only where
/// PortOne's keys are set.
enum CheckoutScript {
  /// `IMP.request_pay`.
  static let v1 = """
    "use strict";
    const form = document.querySelector("form");
    const fields = () => Object.fromEntries(new FormData(form));
    const say = (text) => { document.querySelector("[role=alert]").textContent = text; };
    const busy = (is) => { for (const button of form.querySelectorAll("button")) button.disabled = is; };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!window.IMP) { say(form.dataset.missing); return; }
      const { imp_code, ...wanted } = fields();
      busy(true);
      window.IMP.init(imp_code);
      window.IMP.request_pay({ ...wanted, amount: Number(wanted.amount) }, (answer) => {
        busy(false);
        if (answer.imp_uid) location.assign(wanted.m_redirect_url);
        else say(answer.error_msg || form.dataset.failed);
      });
    });

    """

  /// `PortOne.requestPayment`.
  static let v2 = """
    "use strict";
    const form = document.querySelector("form");
    const say = (text) => { document.querySelector("[role=alert]").textContent = text; };
    const busy = (is) => { for (const button of form.querySelectorAll("button")) button.disabled = is; };
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!window.PortOne) { say(form.dataset.missing); return; }
      const { noticeUrls, dueDate, customerName, customerEmail, customerPhone, ...wanted } =
        Object.fromEntries(new FormData(form));
      const request = { ...wanted, totalAmount: Number(wanted.totalAmount), noticeUrls: [noticeUrls] };
      request.customer = { fullName: customerName, email: customerEmail, phoneNumber: customerPhone };
      if (wanted.payMethod === "VIRTUAL_ACCOUNT") request.virtualAccount = { accountExpiry: { dueDate } };
      busy(true);
      try {
        const answer = await window.PortOne.requestPayment(request);
        if (answer && answer.code === undefined) location.assign(wanted.redirectUrl);
        else if (answer) say(answer.message || form.dataset.failed);
      } catch (fault) {
        say(fault.message || form.dataset.failed);
      }
      busy(false);
    });

    """
}
