/** The mail server of the browser tests. It accepts every mail and stores it in the folder of its recipient. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { mailFolder, ports } from './ports.ts'

rmSync(mailFolder, { recursive: true, force: true })
let taken = 0

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  // Without this setting, each mail would wait for a DNS lookup.
  disableReverseLookup: true,
  onData(stream, { envelope }, done) {
    buffer(stream).then((mail) => {
      for (const { address } of envelope.rcptTo) {
        const folder = join(mailFolder, encodeURIComponent(address.toLowerCase()))
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, `${String(++taken).padStart(6, '0')}.eml`), mail)
      }
      done()
    }, done)
  },
})
server.listen(ports.smtp, '127.0.0.1')
