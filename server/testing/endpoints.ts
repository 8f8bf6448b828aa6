import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

/** Returns every endpoint of the contract. */
export async function listContractEndpoints(): Promise<Endpoint[]> {
  const files = globSync('contract/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(resolve(file))))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'replies' in value
