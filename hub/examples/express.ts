import { attachHubServer } from '@hobohat/hub'
import express from 'express'
import { chat } from './chat-hub.ts'

const app = express()
app.get('/', (_request, response) => void response.send('The page'))
const server = app.listen(3000)
attachHubServer(server).map('/chat', chat)
