// node stdio.mjs
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { echoServer } from './echo.mjs';

serveStdio(echoServer);
