import logging

logging.basicConfig(level=logging.INFO)
logger = logging.getLogger(__name__)


def handle(message: str):
    logger.info("got %s", message)
    return {"reply": message[::-1][::-1], "length": len(message)}
