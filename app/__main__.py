"""`python -m app` is `pantin`."""

from app.command_line import main

raise SystemExit(main())
