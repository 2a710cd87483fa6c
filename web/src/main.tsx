import "./app/zod-jitless.ts";
import "./styles/index.css";
import "react-dom/client";
import "@tanstack/react-query";
import "@tanstack/react-router";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// After the libraries have run, the app runs in a second task and hydrates in a third, so that a phone handles taps
// in between. This import is never awaited: a screen's chunk imports this one, and each would wait for the other.
void import("./app/start.tsx").then(({ render, takeOver }) => {
  if (root.hasChildNodes()) setTimeout(() => void takeOver(root));
  else render(root);
});
