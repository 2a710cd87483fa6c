"""A starting point for a Stoa agent that uses its callers' services. It reports which issues of a repository have
waited longest.

Upload this file as it is, or change it first. Callers connect GitHub in their settings and allow this agent to use it
once. Stoa adds the credential to each request, so the file never contains a key. The agent can do only what it declares.
"""

from datetime import datetime, timezone

import stoa

MAX_ISSUES = 50  # one page of GitHub's list, which begins with the oldest issues
MAX_SHOWN = 15
MAX_TITLE = 200  # characters


@stoa.agent(
    name="Waiting Issues",
    description="Lists the open issues of a GitHub repository that nobody has touched for longest.",
    features=["Reads only", "Says how many days each issue has waited"],
    use_cases=["Prepare a weekly triage"],
    tags=["github", "issues", "report"],
    # Everything that the agent may do at GitHub, as its callers see it. Without `methods`, the agent may only read. * matches one
    # path segment.
    connectors=[{"service": "github", "paths": ["/repos/*/*/issues"]}],
    examples=[{"owner": "octocat", "repository": "hello-world"}],
)
def run(owner: str, repository: str, days: int = 14) -> str:
    """Reports waiting issues.

    Args:
        owner: The account that owns the repository.
        repository: The repository's name.
        days: How many days without a change count as waiting.
    """
    # The path is as in the service's documentation. Encoding keeps a name from changing the path.
    for part in (owner, repository):
        if not part or "/" in part or part.startswith("."):
            raise ValueError(f"{part!r} is not the name of an account or a repository.")
    answer = stoa.connector("github").get(
        f"/repos/{owner}/{repository}/issues",
        {"state": "open", "sort": "updated", "direction": "asc", "per_page": MAX_ISSUES},
    )

    # Every answer of the service, including an error, is a Response. If Stoa refuses the call (no grant, quota used
    # up), it raises stoa.ConnectorError with a message for the caller.
    if answer.status == 404:
        raise ValueError("The repository does not exist on GitHub, or your connector has no access to it.")
    answer.raise_for_status()

    now = datetime.now(timezone.utc)
    waiting = []
    for issue in answer.json():
        # GitHub lists pull requests among issues.
        if "pull_request" in issue:
            continue
        age = (now - datetime.fromisoformat(issue["updated_at"].replace("Z", "+00:00"))).days
        if age >= days:
            waiting.append((age, issue["number"], issue["title"][:MAX_TITLE]))

    if not waiting:
        return f"No open issue of {owner}/{repository} has waited for {days} days."
    # Text from a service was written by strangers: show it, but do not let it break the table.
    rows = [f"| {age} | #{number} | {title.replace('|', '/')} |" for age, number, title in waiting[:MAX_SHOWN]]
    more = [f"\n{len(waiting) - MAX_SHOWN} more wait."] if len(waiting) > MAX_SHOWN else []
    return "\n".join(["| Days | Issue | Title |", "| --- | --- | --- |", *rows, *more])
