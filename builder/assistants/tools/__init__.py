"""The tools of the MCP server. A new one is a module beside these, and a name in TOOLS."""

from __future__ import annotations

from builder.assistants.tools.compare import COMPARE
from builder.assistants.tools.explain_coverage import EXPLAIN_COVERAGE
from builder.assistants.tools.list_releases import LIST_RELEASES
from builder.assistants.tools.read_page import READ_PAGE
from builder.assistants.tools.search import SEARCH

TOOLS = (SEARCH, READ_PAGE, LIST_RELEASES, COMPARE, EXPLAIN_COVERAGE)
