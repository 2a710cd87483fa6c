import "./frame.css";
import { createRoot } from "react-dom/client";
import { connectToPage } from "./page-link.ts";
import { VisitorChat } from "./visitor-chat.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("widget-frame.html has no #root");

const { theme, page } = connectToPage();
document.documentElement.dataset.theme = theme;
void page.then((link) => createRoot(root).render(<VisitorChat page={link} />));
