"""Which people are held back: no network has heard them, so that one can measure with them."""
import hashlib

LETTERS, DIGITS = "abcdefgh", "one two three four five six seven eight".split()


def is_held(name):
    return hashlib.sha256(name.encode()).hexdigest()[0] in "012"
