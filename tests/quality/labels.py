"""Which labels of foreign samples are of the kinds that SPEC section 9 names: all but a few.

Section 9 names API keys, tokens, passwords, private keys and credentials in URLs, of whichever vendor.
"""

LEFT_OUT = {
    "ip_public": "the address of a machine opens nothing, and teams write addresses down on purpose",
    "high_entropy_strings": "the sample is a template without its value; a random string without a name may "
    "as well be a commit, a checksum or a picture, which must stay as they are",
}
