import requests


def get_weather(latitude: float, longitude: float) -> dict:
    url = "https://api.open-meteo.com/v1/forecast"
    response = requests.get(url, params={"latitude": latitude, "longitude": longitude, "current": "temperature_2m"})
    return response.json()["current"]


if __name__ == "__main__":
    print(get_weather(52.52, 13.41))
