#!/usr/bin/env node
console.error("fairlead: under construction");
process.exitCode = 64;
