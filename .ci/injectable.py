"""A login page whose account goes into SQL as it is: what .ci/sqlmap has to find out. Prints its port."""

import http.server
import sqlite3
import urllib.parse


class Page(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        account = urllib.parse.parse_qs(body).get("User_Account", [""])[0]
        database = sqlite3.connect(":memory:")
        database.execute("CREATE TABLE account (name TEXT)")
        database.execute("INSERT INTO account VALUES ('ada')")
        try:
            found = database.execute(f"SELECT 1 FROM account WHERE name = '{account}'").fetchone() is not None
        except sqlite3.Error:
            found = False
        reply = b"there" if found else b"nobody"
        self.send_response(200)
        self.send_header("Content-Length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *words):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
print(server.server_port, flush=True)
server.serve_forever()
