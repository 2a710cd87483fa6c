import sys

def main():
    print "Hello, what is your name?"
    name = raw_input()
    print "Hello " + name

main()
