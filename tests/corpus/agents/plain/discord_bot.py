import os
import discord

client = discord.Client(intents=discord.Intents.default())


@client.event
async def on_message(message):
    if message.author != client.user:
        await message.channel.send("Hello!")


client.run(os.environ["DISCORD_TOKEN"])
