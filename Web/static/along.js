// What goes along with every call, as SessionPolicy of the apps' dialect has it, as far as a browser can tell.

// For the list of one's devices: "Chrome · Android". Where a browser says nothing of itself, the server reads its
// User-Agent, which cannot tell an iPad from a Mac.
function deviceName({ userAgentData: data, userAgent, maxTouchPoints }) {
  if (!data?.platform) return /Macintosh/.test(userAgent) && maxTouchPoints > 1 ? "Safari · iPad" : "";
  const named = data.brands.find(({ brand }) => !/Not|Chromium/.test(brand));
  return `${named?.brand.replace(/^(Google|Microsoft) /, "") ?? "Chromium"} · ${data.platform}`;
}

export const along = {
  "X-Platform": "web", "X-App-Version": document.documentElement.dataset.release,
  "X-Local-Timezone": Intl.DateTimeFormat().resolvedOptions().timeZone,
  "X-Device-Name": encodeURIComponent(deviceName(navigator)),
};
