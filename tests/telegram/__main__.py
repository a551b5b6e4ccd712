"""Start a server by hand, and point a bot at it by `TELEGRAM_API_URL`.

python -m tests.telegram --port 8081 --token 1:TEST

People and chats are driven by POST /control, see `control.py`. The clock runs.
"""

import argparse
import asyncio
import sys

from tests.telegram.clock import Clock
from tests.telegram.server import TOKEN, Server


async def serve(port: int, token: str) -> None:
    """Serve until interrupted."""
    server = Server(token, Clock(running=True))
    await server.start(port)
    sys.stdout.write(f"{server.url} token {token}\n")
    sys.stdout.flush()
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description="A strict Bot API server, for trying bots")
    parser.add_argument("--port", type=int, default=8081, help="0 for any free one")
    parser.add_argument("--token", default=TOKEN)
    arguments = parser.parse_args()
    try:
        asyncio.run(serve(arguments.port, arguments.token))
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
