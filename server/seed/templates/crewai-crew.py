# /// script
# dependencies = ["crewai"]
# ///
"""A starting point for CrewAI: an analyst and an editor turn notes about a product into text for its page.

Upload this file as it is, or change it first. The {names} in the strings of agents and tasks become the fields of the form.
"""

from crewai import Agent, Crew, Process, Task

# An agent without a model uses the one that the operator has chosen. Stoa provides the API key and the base URL.
analyst = Agent(
    role="Product analyst",
    goal="Find what matters to {readers}",
    backstory="You read data sheets and know what people ask before they buy.",
)
editor = Agent(
    role="Editor",
    goal="Write clear texts that promise nothing",
    backstory="You have edited a shop's pages for ten years.",
)
facts = Task(
    description="List the facts of these notes that matter to {readers}. Add none.\n\n{notes}",
    expected_output="At most five facts, one per line",
    agent=analyst,
)
page = Task(
    description="Write the product's text for {readers} from the facts alone.",
    expected_output="Two sentences, without exclamation marks",
    agent=editor,
    context=[facts],
)
crew = Crew(agents=[analyst, editor], tasks=[facts, page], process=Process.sequential)

if __name__ == "__main__":
    # This runs only on your machine. On Stoa, the inputs are the example in the form.
    print(
        crew.kickoff(
            inputs={
                "readers": "cyclists",
                "notes": "The lamp weighs 90 grams. It shines for 12 hours. It charges by USB-C and is waterproof.",
            }
        )
    )
