import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a site that runs with a low priority starts programs with its own priority, because the system allows no higher one', async () => {
  const script = `
    import os from 'node:os'
    import { runNodeProcess } from './server/spawn-node.ts'
    const args = ['--eval', 'console.log(os.getPriority())']
    const { output } = await runNodeProcess(args, { priority: 10 })
    console.log(JSON.stringify([os.getPriority(), Number(output)]))`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)('nice', ['-n', '15', ...node])
  const [own, started] = JSON.parse(stdout)
  expect(own).toBeGreaterThanOrEqual(15)
  expect(started).toBe(own)
})
