// What goes along with every call, as SessionPolicy of the apps' dialect has it, as far as a browser can tell.

export const along = {
  "X-Platform": "web", "X-App-Version": document.documentElement.dataset.release,
  "X-Local-Timezone": Intl.DateTimeFormat().resolvedOptions().timeZone,
};
