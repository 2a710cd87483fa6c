import typer

app = typer.Typer()


@app.command()
def main(name: str, formal: bool = False):
    if formal:
        print(f"Good day Ms. {name}.")
    else:
        print(f"Hello {name}")


if __name__ == "__main__":
    app()
