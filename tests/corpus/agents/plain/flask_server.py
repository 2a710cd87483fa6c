from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/ask", methods=["POST"])
def ask():
    return jsonify(answer=request.json["question"])


if __name__ == "__main__":
    app.run(port=5000)
