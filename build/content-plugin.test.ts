import path from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { contentPlugin } from './content-plugin.ts'
import { contentFolder } from './site.ts'

test('S2.09 browsers get no file from content/private/, but they do get a file whose name merely begins with “private”', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [contentPlugin()],
    server: { middlewareMode: true, ws: false, watch: null },
  })
  onTestFinished(() => server.close())
  const load = (file: string) => server.environments.client.pluginContainer.load(path.join(contentFolder, file))
  await expect(load('private/secret.mdx')).rejects.toThrow('is private: it stays on the server')
  // No such file exists, so the plugin fails when it reads the file.
  await expect(load('private-notes.mdx')).rejects.toThrow('ENOENT')
})
