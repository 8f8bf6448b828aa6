import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

test('no reply of the contract has a body with both a status and a body, which bind would take for a whole reply', async () => {
  const files = globSync('contract/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(resolve(file))))
  const isEndpoint = (value: unknown): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'replies' in value
  const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  expect(endpoints.length).toBeGreaterThan(100)
  const ambiguous = endpoints.filter(({ replies }) =>
    Object.values(replies).some(
      (schema) => schema instanceof z.ZodObject && 'status' in schema.shape && 'body' in schema.shape,
    ),
  )
  expect(ambiguous).toEqual([])
})
