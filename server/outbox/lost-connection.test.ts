import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpSender } from './mail-sender.ts'

/**
 * Starts a mail server that closes the connection after a command, without an answer.
 * @param last the start of the command, or `.` for the end of the mail
 */
async function startClosingServer(last: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    let isText = false
    socket.on('data', (bytes) => {
      const text = String(bytes)
      const isEnd = isText && text.endsWith('\r\n.\r\n')
      if (isEnd ? last === '.' : !isText && text.startsWith(last)) return socket.destroy()
      if (isText && !isEnd) return
      isText = text.startsWith('DATA')
      socket.write(isText ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([
  ['.', 'DATA'],
  ['RCPT', expect.not.stringContaining('DATA')],
  ['MAIL', expect.not.stringContaining('DATA')],
])(
  'when the connection is lost after %s, the error names a command that shows whether the server may have the mail',
  async (last, command) => {
    const send = await createSmtpSender(await startClosingServer(last), { name: 'Test', address: 'site@example.org' })
    const mail = { to: 'nora@example.org', subject: 'A', text: 'B', html: '<p>B</p>' }
    await expect(send({ id: 'one', createdAt: 0 }, mail)).rejects.toMatchObject({ command })
  },
)
