import json


def lambda_handler(event, context):
    city = event.get("city", "nowhere")
    return {"statusCode": 200, "body": json.dumps({"message": f"Hello from {city}"})}
