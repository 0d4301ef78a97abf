"""The server over stdio: the only module that knows the MCP SDK.

Tools run in a thread of their own, one at a time, so that a client is answered while a search loads the model.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from builder import __version__
from builder.assistants import prompts, resources
from builder.assistants.library import Library
from builder.assistants.opened import Opened
from builder.assistants.parameters import read, schema
from builder.assistants.refusals import shown, unknown
from builder.assistants.tools import TOOLS
from builder.assistants.tools.tool import Tool
from builder.errors import StrataError

_LOG = logging.getLogger("strata.mcp")
_INSTRUCTIONS = (
    "Documentation of several releases, kept apart. Find out which release is in use, search within it, and cite "
    "title, release and address. Releases disagree: never answer about one from the pages of another without saying so."
)
_TOOLS = {tool.name: tool for tool in TOOLS}

Context = ServerRequestContext[dict[str, object]]
T = TypeVar("T")


def serve(library: Library) -> None:
    """Serves until the client goes. stdout belongs to the protocol, logs go to stderr."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="strata mcp: %(levelname)s %(message)s")
    anyio.run(_serve, library)


async def _serve(library: Library) -> None:
    server = make_server(library)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())


def make_server(library: Library) -> Server[dict[str, object]]:
    """The server, on whichever transport."""
    one_at_a_time = anyio.CapacityLimiter(1)

    async def ask(question: Callable[[Opened], T]) -> T:
        return await anyio.to_thread.run_sync(library.ask, question, limiter=one_at_a_time, abandon_on_cancel=True)

    async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])

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
        "strata",
        version=__version__,
        title="Strata",
        description="Search and read versioned documentation, release by release.",
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=schema(tool.parameters),
        output_schema=tool.output,
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )
