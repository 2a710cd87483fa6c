import "./app/zod-jitless.ts";
import "./styles/index.css";
import "react-dom/client";
import "@tanstack/react-query";
import "@tanstack/react-router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// The libraries have just been run: the app is run in a task of its own, and a page is taken over in a third, so that a
// phone hears taps in between. Never awaited: the chunk of a screen imports this one, and each would wait for the other.
void import("./app/start.tsx").then(({ render, takeOver }) => {
  if (root.hasChildNodes()) setTimeout(() => void takeOver(root));
  else render(root);
});
