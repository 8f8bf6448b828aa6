import { resolve } from 'node:path'
import * as z from 'zod'
import { StartError } from './http/start-error.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const directory = z.string().transform((path) => resolve(path))

const variables = z.object({
  /** The address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 or :: for every network. */
  HOST: z.string().default('127.0.0.1'),
  /** 0 takes any free port. */
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
    .default(3000),
  /** Where everything that must survive a restart is kept. */
  DATA_DIR: directory.default(resolve('data')),
  /** What `npm run build` wrote. */
  BUILD_DIR: directory.default(resolve('dist')),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  /** On: exactly one proxy stands in front, and its X-Forwarded-* headers are believed. */
  TRUST_PROXY: z
    .stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'], error: 'must be on or off' })
    .default(false),
})

export type Config = z.output<typeof variables>

/**
 * Reads the environment; an empty variable counts as one not set.
 * @throws {StartError} naming every bad variable at once
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = variables.safeParse(given)
  if (parsed.success) return parsed.data
  const complaints = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0])
    return `${name} ${message}.`
  })
  throw new StartError(complaints.join('\n'))
}
