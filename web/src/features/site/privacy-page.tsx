import { Link } from "@tanstack/react-router";
import { SitePage } from "./site-page.tsx";

/** Says what is stored about users (draft). */
export function PrivacyPage() {
  return (
    <SitePage
      title="Privacy"
      mark="Draft"
      lead="A draft that describes the data that the software stores. The operator of this server must add who they are, where the server is and which service providers they use."
    >
      <h2>What we store</h2>
      <StoredData />
      <h2>Who can see it</h2>
      <ul>
        <li>You: all your data, in the app and as one file.</li>
        <li>
          The developer of an agent that you run: that it ran, how long it took and what it earned. Your input
          only if you share the run.
        </li>
        <li>
          Anyone who has the link of a run or chat that you share: what you wrote and what the agent answered,
          not your name. You can revoke the link at any time.
        </li>
        <li>
          Apps that you let use your account: what you allowed, until you revoke their access in Settings.
        </li>
        <li>
          The owner of a website where you chat with an agent: what you write there and what the agent
          answers, because these runs belong to the owner's account.
        </li>
        <li>The models and services that an agent calls for you: what the agent sends them.</li>
        <li>
          The vendor of your browser, if you use voice input: many browsers send your voice to their vendor,
          which turns it into text. Stoa gets only the text.
        </li>
        <li>
          The operator: what is needed to run the server. Each change that the operator makes is logged.
        </li>
      </ul>
      <h2>In your browser</h2>
      <p>
        The app stores your session, your theme, whether you have used voice input and, for five minutes, your
        name. It sets no advertising or tracking cookies and loads nothing from other servers. If you sign in
        with Google or GitHub, one short-lived cookie is set until you return.
      </p>
      <h2>Your rights</h2>
      <p>
        <Link to="/settings/$tab" params={{ tab: "general" }}>
          Settings
        </Link>{" "}
        lets you export all your data and delete your account. Only anonymous billing records and the keyed
        hash of your email address remain.
      </p>
    </SitePage>
  );
}

function StoredData() {
  return (
    <table>
      <thead>
        <tr>
          <th>What</th>
          <th>How long</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Username, email address, password (only as a hash)</td>
          <td>until you delete your account</td>
        </tr>
        <tr>
          <td>
            A keyed hash of your email address. The address cannot be read from it. It shows that the address
            received its starting credits
          </td>
          <td>permanently, also after you delete your account</td>
        </tr>
        <tr>
          <td>Inputs, outputs and logs of your runs</td>
          <td>encrypted with the server's key, for 90 days unless the operator sets another period</td>
        </tr>
        <tr>
          <td>Files that you upload and that agents return to you</td>
          <td>for 90 days unless the operator sets another period, or until you delete them</td>
        </tr>
        <tr>
          <td>What agents and workflows remember about you, and titles of conversations</td>
          <td>encrypted with the server's key, until you delete them</td>
        </tr>
        <tr>
          <td>Run records: agent, time, tokens, cost</td>
          <td>permanently, as accounting requires; without your name after you delete your account</td>
        </tr>
        <tr>
          <td>Keys of services that you connect</td>
          <td>encrypted with the server's key, until you delete the connector</td>
        </tr>
        <tr>
          <td>Notifications</td>
          <td>90 days</td>
        </tr>
      </tbody>
    </table>
  );
}
