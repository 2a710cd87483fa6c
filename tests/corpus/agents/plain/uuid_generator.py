import uuid


def run():
    """Creates an identifier."""
    return str(uuid.uuid4())
