// Receives word of one's turn while no page of ours is open. It keeps nothing and answers no requests.
self.addEventListener("push", (event) => {
  const { match, title, text } = event.data.json();
  const body = text.charAt(0).toUpperCase() + text.slice(1);
  event.waitUntil(self.registration.showNotification(title, { body, tag: match, icon: "/icon.svg", data: match }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = `/t/${event.notification.data}`;
  const show = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = pages.find((page) => new URL(page.url).pathname === path);
    await (open ? open.focus() : self.clients.openWindow(path));
  };
  event.waitUntil(show());
});
