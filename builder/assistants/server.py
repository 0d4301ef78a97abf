"""The server: the only module that knows the MCP SDK.

Tools run in a thread of their own, one at a time, so that a client is answered while a search loads the model.
"""

from __future__ import annotations

import json
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from builder.assistants import introduction, prompts, resources
from builder.assistants.greeting import REPEATED
from builder.assistants.library import Library
from builder.assistants.opened import Opened
from builder.assistants.parameters import read
from builder.assistants.refusals import shown, unknown
from builder.assistants.tools import TOOLS
from builder.assistants.wire import Wire
from builder.errors import StrataError

_LOG = logging.getLogger("strata.mcp")
_TOOLS = {tool.name: tool for tool in TOOLS}

Context = ServerRequestContext[dict[str, object]]
T = TypeVar("T")


def run(library: Library, wire: Wire, heard: Sequence[str] = ()) -> None:
    """Serves the client at the other end of `wire` until it goes; `heard` are messages taken from it before."""
    anyio.run(_serve, library, wire, heard)


async def _serve(library: Library, wire: Wire, heard: Sequence[str]) -> None:
    server = make_server(library)
    source, sink = cast("anyio.AsyncFile[str]", _Source(wire, heard)), cast("anyio.AsyncFile[str]", _Sink(wire))
    async with stdio_server(source, sink) as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


class _Source:
    """What the SDK reads lines from."""

    def __init__(self, wire: Wire, heard: Sequence[str]) -> None:
        self._wire, self._heard = wire, deque(heard)

    def __aiter__(self) -> _Source:
        return self

    async def __anext__(self) -> str:
        if self._heard:
            return self._heard.popleft()
        line = await anyio.to_thread.run_sync(self._wire.take, abandon_on_cancel=True)
        if line is None:
            raise StopAsyncIteration
        return line


class _Sink:
    """What the SDK writes lines to. Its answer to the repeated handshake goes nowhere: the client has one."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def write(self, line: str) -> None:
        if REPEATED not in line[:100] or json.loads(line).get("id") != REPEATED:
            await anyio.to_thread.run_sync(self._wire.send, line.rstrip("\n"))

    async def flush(self) -> None:
        """Each line is flushed as it is written."""


def make_server(library: Library) -> Server[dict[str, object]]:
    """The server, on whichever transport."""
    one_at_a_time = anyio.CapacityLimiter(1)

    async def ask(question: Callable[[Opened], T]) -> T:
        return await anyio.to_thread.run_sync(library.ask, question, limiter=one_at_a_time, abandon_on_cancel=True)

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[types.Tool.model_validate(tool) for tool in introduction.tools()])

    async def call_tool(_: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = _TOOLS.get(params.name)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, str(unknown("tool", params.name, _TOOLS)))
        try:
            arguments = read(tool.parameters, params.arguments or {})
            reply = await ask(lambda opened: tool.run(opened, arguments))
        except StrataError as error:
            return types.CallToolResult(content=[types.TextContent(text=str(error))], is_error=True)
        except Exception:
            _LOG.exception("%s failed", tool.name)
            text = f"{tool.name} failed because of a fault in Strata; its log on stderr says more."
            return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)
        return types.CallToolResult(content=[types.TextContent(text=reply.text)], structured_content=reply.data)

    async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        status = types.Resource(
            name="status",
            title="What the site holds",
            uri=resources.STATUS,
            description="Releases with their pages, revisions and dates, the sentence model, the format of the index.",
            mime_type=resources.JSON,
        )
        return types.ListResourcesResult(resources=[status])

    async def list_templates(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
        page = types.ResourceTemplate(
            name="page",
            title="A page of a release",
            uri_template=resources.PAGES,
            description="The Markdown of an indexed page, such as strata://mcp/2025-06-18/specification/basic/transports",
            mime_type=resources.MARKDOWN,
        )
        return types.ListResourceTemplatesResult(resource_templates=[page])

    async def read_resource(_: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            mime_type, text = await ask(lambda opened: resources.read(opened, params.uri))
        except StrataError as error:
            raise MCPError(types.INVALID_PARAMS, str(error), {"uri": shown(params.uri)}) from None
        found = types.TextResourceContents(uri=params.uri, mime_type=mime_type, text=text)
        return types.ReadResourceResult(contents=[found])

    async def list_prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        arguments = [types.PromptArgument(name=p.name, description=p.description) for p in prompts.PARAMETERS]
        prompt = types.Prompt(
            name=prompts.NAME, title=prompts.TITLE, description=prompts.DESCRIPTION, arguments=arguments
        )
        return types.ListPromptsResult(prompts=[prompt])

    async def get_prompt(_: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        try:
            if params.name != prompts.NAME:
                raise unknown("prompt", params.name, [prompts.NAME])
            text = prompts.text(params.arguments or {})
        except StrataError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        message = types.PromptMessage(role="user", content=types.TextContent(text=text))
        return types.GetPromptResult(description=prompts.DESCRIPTION, messages=[message])

    return Server(
        introduction.SERVER["name"],
        version=introduction.SERVER["version"],
        title=introduction.SERVER["title"],
        description=introduction.SERVER["description"],
        instructions=introduction.INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
