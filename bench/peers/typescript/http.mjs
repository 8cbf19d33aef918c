// node http.mjs <port>
import { createServer } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { echoServer } from './echo.mjs';

const validateHost = localhostHostValidation();
const validateOrigin = localhostOriginValidation();
const handle = toNodeHandler(createMcpHandler(echoServer));

createServer((request, response) => {
  if (validateHost(request, response) && validateOrigin(request, response)) {
    handle(request, response);
  }
}).listen(Number(process.argv[2]), '127.0.0.1');
