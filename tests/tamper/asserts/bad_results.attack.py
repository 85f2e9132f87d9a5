# Attack on assert (forged output): writes tags that a careless reader would act on.
import os
def runs(values):
    os.write(3, b'["v",{"$fn":["os","system"]}]\n["v",{"$N":["x",["__eq__"],[1]]}]\n["x","AssertionError","",["exec"],[]]\n')
    os._exit(0)
