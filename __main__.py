"""`python -m pantin` is `pantin`."""

from pantin.app.start.command_line import main

raise SystemExit(main())
