import { Link } from "@tanstack/react-router";
import { SitePage } from "./site-page.tsx";

/** What is kept of people, as a draft in plain words. */
export function PrivacyPage() {
  return (
    <SitePage
      title="Privacy"
      mark="Draft"
      lead="A plain draft of what the software keeps. The operator of this server has to add who they are, where the server is and which companies they employ."
    >
      <h2>What is kept</h2>
      <table>
        <thead>
          <tr>
            <th>What</th>
            <th>How long</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Username, e-mail address, password (only as a hash)</td>
            <td>until you delete your account</td>
          </tr>
          <tr>
            <td>
              A keyed hash of your e-mail address. Nobody can read the address from it. It shows that the
              address had its starting credits
            </td>
            <td>for good, also after you delete your account</td>
          </tr>
          <tr>
            <td>What you sent to agents and what they answered, their logs</td>
            <td>90 days, unless the operator has set another time</td>
          </tr>
          <tr>
            <td>That a run took place: agent, time, tokens, cost</td>
            <td>for good, as the books require it; without your name after you leave</td>
          </tr>
          <tr>
            <td>Keys of services that you connect</td>
            <td>sealed with the server's key, until you delete the connector</td>
          </tr>
          <tr>
            <td>Notifications</td>
            <td>90 days</td>
          </tr>
        </tbody>
      </table>
      <h2>Who reads it</h2>
      <ul>
        <li>You: everything that is kept of you, in the app and as one file.</li>
        <li>
          The developer of an agent that you run: that it was run, how long it took and what it earned. Your
          words only if you share the run with them.
        </li>
        <li>The models and services that an agent calls for you: what it sends them to answer you.</li>
        <li>The operator: what running the server takes. Each look at an account is written down.</li>
      </ul>
      <h2>In your browser</h2>
      <p>
        The app keeps your session, your chosen theme and, for five minutes, your name. It sets no cookies for
        advertising or measuring, and loads nothing from other servers. Signing in with Google or GitHub,
        where it is offered, sets one short-lived cookie until you are back.
      </p>
      <h2>Your rights</h2>
      <p>
        <Link to="/settings/$tab" params={{ tab: "general" }}>
          Settings
        </Link>{" "}
        lets you export all that is kept of you and delete your account. What stays are records of money that
        name nobody, and the keyed hash of your address.
      </p>
    </SitePage>
  );
}
