// Agents on the AI SDK of Vercel, as its guide makes them. They keep nothing. It reads a word and
// its arguments on a line, and answers with numbers on a line, as the worker in Java does.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isStepCount, streamText, tool } from 'ai';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const address = process.argv[2];
const provider = createOpenAICompatible({ name: 'scripted', baseURL: `${address}/v1`, includeUsage: true });

const look = tool({
  description: 'Looks at a place.',
  inputSchema: z.object({ place: z.string().describe('The place to look at, by its name.') }),
  execute: async ({ place }) => `All is well at ${place}.`,
});

async function think(model) {
  let failure;
  const result = streamText({
    model: provider(model),
    system: 'You are an agent. Work on your contract until it is fulfilled.',
    prompt: 'Look at all shelves.',
    tools: { look },
    stopWhen: isStepCount(100),
    onError: ({ error }) => (failure = error),
  });
  let text = '';
  for await (const piece of result.textStream) {
    text += piece;
  }
  const turns = (await result.steps).length;
  if (failure) {
    throw failure;
  }
  return { text, turns };
}

async function converse(script, times) {
  const turns = Number(script.split('-')[1]) + 1;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let i = 0; i < times; i++) {
    const thought = await think(script);
    if (thought.turns !== turns) {
      throw new Error(`it took ${thought.turns} turns`);
    }
  }
  const all = times * turns;
  return `${(performance.now() - begun) / all} ${onCores(cpu) / all}`;
}

async function crowd(script, agents) {
  const [, pieces, millis] = script.split('-').map(Number);
  const heap = await used();
  const memory = resident();
  const cpu = process.cpuUsage();
  const thoughts = [];
  for (let i = 0; i < agents; i++) {
    thoughts.push(think(script).then(thought => ({ ...thought, at: now() })));
  }
  await allOpen(agents, millis);
  await sleep(millis / 3);
  const moreMemory = resident() - memory;
  const moreHeap = (await used()) - heap;
  const done = await Promise.all(thoughts);
  const late = done.map(it => it.at - Number(/sent at (\d+)/.exec(it.text)?.[1]) / 1e3);
  late.sort((one, other) => one - other);
  const lost = done.filter(it => !it.text.startsWith(expected(pieces))).length;
  return [
    Math.max(0, moreHeap) / 1024 / agents,
    Math.max(0, moreMemory) / agents,
    onCores(cpu) / agents,
    late[Math.floor(agents / 2)],
    late[Math.floor(agents * 0.99)],
    lost,
  ].join(' ');
}

async function allOpen(agents, limit) {
  const end = performance.now() + limit;
  while (Number(await (await fetch(`${address}/open`)).text()) < agents) {
    await sleep(20);
    if (performance.now() > end) {
      throw new Error('never were all of them at work at the same time');
    }
  }
}

function expected(pieces) {
  const all = Array.from({ length: pieces }, (_, i) => `This is piece ${i} of what I found. `);
  return `${all.join('')}sent at `;
}

function now() {
  return performance.timeOrigin + performance.now();
}

async function used() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function onCores(since) {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e3;
}

function resident() {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [word, script, number] = line.split(' ');
  console.log(await (word === 'converse' ? converse : crowd)(script, Number(number)));
}
