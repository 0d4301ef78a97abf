"""The MCP server: the index and the Markdown copies of a built site, for the assistant beside an editor.

It must list its tools within a second of its start. So nothing here imports the engine, the index or the model
before a tool needs them (`library.py` does), and `server.py` is the only module that knows the MCP SDK.
"""
